import { alphaLastPage, alphaVideosRequest } from '@svc/fetchers';
import { type AlphaVideosResult, parseAlphaVideos, type VideoResult } from '@svc/parsers';
import { z } from 'zod';
import { gathered } from '../pages/paging.js';
import { country, hl, location, num, page, query, uule } from '../requests/parameters.js';
import type { Contract } from '../schema/answer.js';
import { fields, fieldsOf } from '../schema/fields.js';
import { videoResult } from '../schema/results.js';
import { defineOperation, type Operation } from './endpoint.js';
import { placeFor } from './locate.js';

/** Video search on alpha. */
export const alphaVideos: Operation = defineOperation({
  name: 'alpha.videos',
  path: '/api/v1/alpha/videos',
  summary: 'Video search, engine alpha',
  params: fields({ query, location, uule, gl: country, hl, page, num }),
  exclusive: [['location', 'uule']],
  result: fieldsOf<Contract<AlphaVideosResult>>()({ organic_results: z.array(videoResult) }),
  echo: fields({
    q: z.string(),
    gl: z.string().nullable(),
    hl: z.string().nullable(),
    num: z.int().nullable(),
    page: z.int().nullable(),
    uule: z.string().nullable(),
    engine: z.literal('alpha_videos'),
    location: z.string().nullable(),
  }),
  paging: gathered<VideoResult, AlphaVideosResult>({
    lastPage: alphaLastPage,
    empty: () => ({ organic_results: [] }),
  }),
  request: (params, page, places) => alphaVideosRequest({ ...params, page, ...placeFor(params, places) }),
  parse: parseAlphaVideos,
  echoOf: ({ query: q, gl = null, hl = null, num = null, page = null, uule = null, location = null }) => ({
    q,
    gl,
    hl,
    num,
    page,
    uule,
    engine: 'alpha_videos' as const,
    location,
  }),
});
