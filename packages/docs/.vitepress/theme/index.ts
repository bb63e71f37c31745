// The default theme without its web font: the pages load nothing that is not theirs, and system fonts are there at once.
import theme from 'vitepress/theme-without-fonts';
import './style.css';

export default theme;
