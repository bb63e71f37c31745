import { posix } from 'node:path';

const needed = ['description', 'keywords', 'homepage', 'bugs', 'repository', 'license', 'engines', 'exports', 'files'];

/** Problems in the contents of a tarball. */
export function tarballFaults({ files, read }) {
  const manifest = JSON.parse(read('package.json'));
  return [
    ...needed.filter((field) => manifest[field] === undefined).map((field) => `package.json has no "${field}"`),
    ...(manifest.type === 'module' ? [] : ['package.json does not say that it is ESM']),
    ...['README.md', 'LICENSE'].filter((file) => !files.includes(file)).map((file) => `there is no ${file}`),
    ...files
      .filter((file) => /^test\/|\.work\/|\.tsbuildinfo$|\.tgz$/.test(file))
      .map((file) => `${file} is of no use`),
    ...relativeLinks(read('README.md')).map((link) => `README.md links to ${link}, which is not in the registry`),
    ...files.filter((file) => file.endsWith('.map')).flatMap((file) => mapFaults(file, { files, read })),
    ...(files.some((file) => file.endsWith('.d.ts')) ? [] : ['there are no types']),
    ...files
      .filter((file) => /^dist\/.*\.d\.ts$/.test(file) && !files.includes(`${file}.map`))
      .map((file) => `${file} has no map`),
  ];
}

/** Links of a README that only work in the repository. */
function relativeLinks(text) {
  const prose = text.replace(/^```[\s\S]*?^```/gm, '');
  return [...prose.matchAll(/\]\(([^)\s]+)\)/g)].map(([, link]) => link).filter((link) => !/^(?:[a-z]+:|#)/.test(link));
}

/** Source maps must point to the sources, which the tarball contains once. */
function mapFaults(file, { files, read }) {
  const { sources, sourcesContent } = JSON.parse(read(file));
  if (sourcesContent) return [`${file} holds the sources once more`];
  const paths = sources.map((source) => posix.normalize(posix.join(posix.dirname(file), source)));
  return paths.filter((path) => !files.includes(path)).map((path) => `${file} points to ${path}, which is missing`);
}
