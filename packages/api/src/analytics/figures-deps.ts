import { storeFor } from '@sonde/store/engine/pool-purpose.ts'
import type { ApiDeps } from '../api-deps.ts'

/**
 * The same, for what reads figures of many results: by connections of its own, so that nobody else waits for it, and from a
 * replica where there is one. What checks there are is asked at the primary: somebody may have made one a moment ago.
 */
export function figuresDeps<Deps extends Pick<ApiDeps, 'store'>>(deps: Deps): Deps {
  return { ...deps, store: storeFor(deps.store, 'figures') }
}
