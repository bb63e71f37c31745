import { distinct, fold } from './text.mjs';

/** From these sizes on other names are kept: in Latin script, in the scripts of the country, in any. */
const minPopulationForLatin = 50_000;
const minPopulationForLocal = 100_000;
const minPopulationForAny = 400_000;
const minFameForLatin = 24;
const minFameForAny = 60;
const maxLength = 22;

/** Scripts in which the names of a country are written, where they are not Latin. */
const scripts = Object.entries({
  Arab: 'AE AF BH DJ DZ EG IQ IR JO KM KW LB LY MA MR OM PK PS QA SA SD SY TD TN YE',
  Cyrl: 'BA BG BY KG KZ ME MK MN RS RU TJ UA UZ',
  Deva: 'IN NP',
  Beng: 'BD IN',
  Grek: 'CY GR',
  Hebr: 'IL',
  Hang: 'KP KR',
  Han: 'CN HK JP MO SG TW',
  Thai: 'TH',
  Geor: 'GE',
  Armn: 'AM',
}).map(([script, countries]) => ({
  letters: new RegExp(`^\\p{Script=${script}}`, 'u'),
  countries: new Set(countries.split(' ')),
}));

/** Other names in use, each spelling once. */
export function chosenNames(row, without) {
  return distinct(
    row.names.filter((name) => isName(name) && isWanted(name, row)),
    without,
  );
}

function isWanted(name, { country, population, names }) {
  const popularity = names.length;
  if (/^\p{Script=Latin}/u.test(name)) return population >= minPopulationForLatin || popularity >= minFameForLatin;
  if (population >= minPopulationForAny || popularity >= minFameForAny) return true;
  return (
    population >= minPopulationForLocal && scripts.some((one) => one.countries.has(country) && one.letters.test(name))
  );
}

/** Descriptions, codes of airports and transcriptions are none: these start in lower case or have marks for sounds. */
function isName(text) {
  return text.length > 1 && text.length <= maxLength && !/^[A-Z]{2,4}$|^\p{Ll}|\d|['(/]/u.test(text);
}

const links = new Set(
  (
    'a aan al am an auf aux bei by da das de del della den der di do dos du e el en han i im in la las le les los na nad ' +
    'ob of on op pod pri sous sub sul sur the u unter upon v van ved vor y under'
  ).split(' '),
);

/** The beginning of a name by which the place goes, as Newcastle upon Tyne is Newcastle, and the name in one word. */
export function shortNames({ name, ascii, names }) {
  const key = fold(ascii);
  return names.filter((other) => {
    const short = fold(other);
    if (short === key.replaceAll(' ', '')) return true;
    if (short.length < 4 || !key.startsWith(`${short} `) || !isName(other) || other === name) return false;
    return (
      links.has(key.slice(short.length + 1).split(' ')[0]) || /[(-]/.test(ascii[other.length + 1] + ascii[other.length])
    );
  });
}
