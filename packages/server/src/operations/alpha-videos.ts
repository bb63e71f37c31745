import { alphaLastPage, alphaVideosRequest } from '@svc/fetchers';
import type { AlphaVideosResult, VideoResult } from '@svc/parsers';
import { z } from 'zod';
import { gathered } from '../pages/paging.js';
import * as echo from './echo.js';
import { defineEndpoint, type Endpoint } from './endpoint.js';
import { placeFor } from './locate.js';
import { alphaFilters } from './request/filters.js';
import { country, hl, location, num, page, query, tbs, uule } from './request/parameters.js';
import type { Contract } from './schema/answer.js';
import { fields, fieldsOf } from './schema/fields.js';
import { videoResult } from './schema/results.js';

/** Video search on alpha. */
export const alphaVideos: Endpoint = defineEndpoint({
  name: 'alpha.videos',
  path: '/api/v1/alpha/videos',
  summary: 'Video search, engine alpha',
  params: fields({ query, tbs, location, uule, gl: country, hl, page, num, ...alphaFilters }),
  exclusive: [['location', 'uule']],
  result: fieldsOf<Contract<AlphaVideosResult>>()({ organic_results: z.array(videoResult) }),
  echo: [echo.q, echo.gl, echo.hl, echo.num, echo.page, echo.uule, echo.engine('alpha_videos'), echo.location],
  paging: gathered<VideoResult, AlphaVideosResult>({
    lastPage: alphaLastPage,
    empty: () => ({ organic_results: [] }),
  }),
  request: (params, page, places) => alphaVideosRequest({ ...params, page, ...placeFor(params, places) }),
});
