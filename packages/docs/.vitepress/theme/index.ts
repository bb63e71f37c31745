/// <reference lib="dom" />
// The default theme without its web font: pages load nothing from other hosts, and system fonts are available at once.
import { onContentUpdated, type Theme } from 'vitepress';
import theme from 'vitepress/theme-without-fonts';
import { showLiveAddress } from './live-address.js';
import './style.css';
import './landing.css';
import './sidebar.css';

const own: Theme = {
  extends: theme,
  setup: () => onContentUpdated(() => showLiveAddress(document, location)),
};
export default own;
