import type { ElementType } from '../../results/elements.js';

/**
 * The type of a section that its heading alone can tell: what stands below is like that of other sections. In the languages
 * whose headings are known; elsewhere such a section has the type that its structure shows, or is `other`.
 */
export function namedType(heading: string): ElementType | undefined {
  return names.find(({ pattern }) => pattern.test(heading))?.type;
}

const names: readonly { readonly type: ElementType; readonly pattern: RegExp }[] = [
  {
    type: 'latest_from',
    pattern:
      /^(?:latest from|neueste[sr]? von|dernières? (?:infos|actualités) de|lo último de|últimas de|ultime da)\s/i,
  },
  {
    type: 'buying_guide',
    pattern:
      /^(?:buying guide|kaufberatung|guide d['’]achat|guía de compra|guia de compra|guida all['’]acquisto|koopgids)/i,
  },
  {
    type: 'things_to_know',
    pattern:
      /^(?:things to know|wissenswertes|à savoir|lo que (?:hay|debes) (?:que )?saber|o que saber|cose da sapere)$/i,
  },
  {
    type: 'refine',
    pattern:
      /^(?:refine (?:this|your) search|suche eingrenzen|affiner (?:la|cette) recherche|refinar (?:la |esta )?(?:búsqueda|pesquisa)|perfeziona la ricerca)/i,
  },
];
