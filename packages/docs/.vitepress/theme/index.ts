/// <reference lib="dom" />
// The default theme without its web font: the pages load nothing that is not theirs, and system fonts are there at once.
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
