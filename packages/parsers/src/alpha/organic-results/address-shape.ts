export { isCite, isTrail, looksLikeAddress, shortestExcerpt, splitAtAddress } from '../../page/address-shape.js';
