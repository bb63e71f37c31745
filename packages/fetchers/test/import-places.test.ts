import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { decodeUule, importPlaces, type Places } from '../src/index.js';

const folder = mkdtempSync(join(tmpdir(), 'geotargets-'));
afterAll(() => rmSync(folder, { recursive: true }));

const header = 'Criteria ID,Name,Canonical Name,Parent ID,Country Code,Target Type,Status';
const csv = [
  header,
  '2276,Germany,Germany,,DE,Country,Active',
  '2372,Ireland,Ireland,,IE,Country,Active',
  '2840,United States,United States,,US,Country,Active',
  '2643,Russia,Russia,,RU,Country,Active',
  '2032,Argentina,Argentina,,AR,Country,Active',
  '2616,Poland,Poland,,PL,Country,Active',
  '20228,Bavaria,"Bavaria,Germany",2276,DE,State,Active',
  '1004234,Munich,"Munich,Bavaria,Germany",20228,DE,City,Active',
  '80804,80804,"80804,Bavaria,Germany",1004234,DE,Postal Code,Active',
  '20477,County Dublin,"County Dublin,Ireland",2372,IE,County,Active',
  '1007850,Dublin,"Dublin,County Dublin,Ireland",20477,IE,City,Active',
  '21168,Ohio,"Ohio,United States",2840,US,State,Active',
  '1023640,Dublin,"Dublin,Ohio,United States",21168,US,City,Active',
  '20901,Saint Petersburg,"Saint Petersburg,Russia",2643,RU,Region,Active',
  '1012040,St. Petersburg,"St. Petersburg,Saint Petersburg,Russia",20901,RU,City,Active',
  '20009,Buenos Aires,"Buenos Aires,Argentina",2032,AR,Region,Active',
  '1000073,Buenos Aires,"Buenos Aires,Buenos Aires,Argentina",20009,AR,City,Active',
  '20861,Masovian Voivodeship,"Masovian Voivodeship,Poland",2616,PL,Region,Active',
  '1011419,Warsaw,"Warsaw,Masovian Voivodeship,Poland",20861,PL,City,Active',
  '9000001,"Villa ""Nova""","Villa ""Nova"",Atlantis,Germany",2276,DE,City,Active',
  '9000002,Munich,"Munich,Saxony,Germany",2276,DE,City,Removal Planned',
  '',
];

function fileOf(name: string, text: string): string {
  const file = join(folder, name);
  writeFileSync(file, text);
  return file;
}

describe('an imported list', () => {
  let places: Places;
  const saved = join(folder, 'saved.places');

  beforeAll(async () => {
    places = await importPlaces(fileOf('list.csv', `\uFEFF${csv.join('\r\n')}`), { saveAs: saved });
  });

  function nameOf(text: string, list: Places = places): string | undefined {
    const resolved = list.resolve(text);
    return 'place' in resolved ? resolved.place.canonical_name : undefined;
  }

  it('has its own ids, parents and types, and the population and coordinates of the included list', () => {
    expect(places.resolve('munich')).toMatchObject({
      place: { id: 1_004_234, parent_id: 20_228, canonical_name: 'Munich,Bavaria,Germany', population: 1_260_391 },
    });
    expect(places.resolve('Bavaria')).toMatchObject({ place: { id: 20_228, target_type: 'State' } });
  });

  it.each([
    ['Dublin', 'Dublin,County Dublin,Ireland'],
    ['Dublin, Ohio', 'Dublin,Ohio,United States'],
    ['Warsaw', 'Warsaw,Masovian Voivodeship,Poland'],
    ['Warszawa', 'Warsaw,Masovian Voivodeship,Poland'],
    ['Buenos Aires', 'Buenos Aires,Buenos Aires,Argentina'],
    ['St. Petersburg', 'St. Petersburg,Saint Petersburg,Russia'],
    ['München, Germany', 'Munich,Bavaria,Germany'],
    ['Deutschland', 'Germany'],
  ])('resolves %s to %s', (text, name) => {
    expect(nameOf(text)).toBe(name);
  });

  it('resolves every canonical name and every id to its place', () => {
    expect(nameOf('Buenos Aires,Argentina')).toBe('Buenos Aires,Argentina');
    expect(nameOf('Saint Petersburg,Russia')).toBe('Saint Petersburg,Russia');
    for (const row of csv.slice(1, -2)) {
      const [, id = '', name = ''] = /^(\d+),(?:"(?:[^"]|"")*"|[^,]*),("(?:[^"]|"")*"|[^,]*)/.exec(row) ?? [];
      const text = name.replace(/^"|"$/g, '').replaceAll('""', '"');
      expect(places.resolve(text), text).toMatchObject({ place: { id: Number(id) } });
      expect(places.resolve(`id:${id}`), id).toMatchObject({ place: { id: Number(id) } });
    }
  });

  it('uses the coordinates of the parent if a place has none, and omits retired places', () => {
    expect(places.resolve('80804')).toMatchObject({
      place: { target_type: 'Postal Code', population: null, gps: [11.575, 48.137] },
    });
    expect(places.resolve('Villa "Nova"')).toMatchObject({ place: { id: 9_000_001, population: null } });
    expect(places.resolve('Munich, Saxony')).toHaveProperty('unknown');
  });

  it('encodes the canonical name in uule', () => {
    const [place] = places.find('munich', 1);
    expect(decodeUule(places.uuleOf(place!) ?? '')).toEqual({ role: 2, producer: 32, name: 'Munich,Bavaria,Germany' });
  });

  it('can be saved and loaded', async () => {
    const reloaded = await importPlaces(saved);
    expect(reloaded.resolve('Dublin')).toEqual(places.resolve('Dublin'));
    expect(reloaded.find('m', 50)).toEqual(places.find('m', 50));
  });

  it('has the reach of the engine if there is such a column', async () => {
    const rows = [
      `${header},Reach`,
      '2276,Germany,Germany,,DE,Country,Active,1200',
      '1,Nix,"Nix,Germany",2276,DE,City,Active,',
    ];
    const list = await importPlaces(fileOf('reach.csv', rows.join('\n')));
    expect(list.resolve('Germany')).toMatchObject({ place: { reach: 1_200 } });
    expect(list.resolve('Nix')).toMatchObject({ place: { id: 1 } });
  });

  it.each(['id,name\n1,Munich', '', header])('is rejected if it is another table: %j', async (text) => {
    await expect(importPlaces(fileOf('other.csv', text))).rejects.toThrow(TypeError);
  });

  it('is rejected if the saved list is another file', async () => {
    await expect(importPlaces(fileOf('other.places', 'id\n1\n'))).rejects.toThrow(TypeError);
  });

  it('is rejected if the file does not exist', async () => {
    await expect(importPlaces(join(folder, 'none.csv'))).rejects.toThrow(/ENOENT/);
  });
});
