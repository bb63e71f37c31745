export { isCite, isTrail, looksLikeAddress, shortestExcerpt } from '../../page/address-shape.js';
