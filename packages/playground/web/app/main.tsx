import './styles/index.css';
import { render } from 'preact';
import { App } from './app.js';
import { applyTheme, theme } from './state/settings.js';

applyTheme(theme.read());
const root = document.getElementById('app');
if (root !== null) render(<App />, root);
