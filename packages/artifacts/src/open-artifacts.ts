import { join } from 'node:path'
import type { Logger } from '@sonde/ground/logger.ts'
import type { Clock } from '@sonde/ground/clock.ts'
import type { Store } from '@sonde/store/engine/store.ts'
import type { ArtifactLimits } from './artifact-limits.ts'
import { createArtifacts } from './artifacts.ts'
import type { BlobStore } from './blob-store.ts'
import { createArtifactCleanUp } from './clean-up.ts'
import { createCodeBundles } from './code-bundles.ts'
import { createDependencyArchives } from './dependency-archives.ts'
import { createGoldenFiles } from './golden-files.ts'
import { withEarlierBlobs } from './earlier-blobs.ts'
import { createFileBlobs } from './file-blobs.ts'
import { createIncomingBudget } from './incoming-budget.ts'
import { createIncomingFiles } from './incoming-files.ts'
import { createAssetMove } from './move-assets.ts'
import { createUploads } from './receive-upload.ts'
import { createSharedParts } from './shared-parts.ts'

/** What the rooms above do with files of runs, and with the projects that runs are made of. */
export type ArtifactStore = ReturnType<typeof openArtifacts>

export type ArtifactStoreOptions = {
  store: Store
  clock: Clock
  /** What has not arrived whole lies here, and without a store elsewhere also what has. */
  dataDir: string
  limits: ArtifactLimits
  /** Null: files in the data folder. */
  blobs: BlobStore | null
}

/** Touches nothing until a file comes. */
export function openArtifacts({ store, clock, dataDir, limits, blobs }: ArtifactStoreOptions) {
  const folder = join(dataDir, 'artifacts')
  const files = createFileBlobs({ folder })
  const deps = {
    store,
    clock,
    limits,
    blobs: blobs === null ? files : withEarlierBlobs(blobs, files),
    incoming: createIncomingFiles({ folder: join(folder, 'incoming') }),
  }
  const artifacts = createArtifacts(deps)
  // Several servers may receive the parts of a file; without a store for all of them their folder has to be the same one.
  const parts = blobs !== null && store.engine === 'postgres' ? createSharedParts(deps) : null
  const budget = createIncomingBudget({
    receivedOf: async (key) => (await deps.incoming.received(key)) || ((await parts?.received(key)) ?? 0),
  })
  const { receive } = createUploads({ ...deps, artifacts, budget, parts })
  return {
    keepGolden: createGoldenFiles({ ...deps, budget }).keep,
    keepSmall: artifacts.keepSmall,
    read: artifacts.read,
    receive,
    bundles: createCodeBundles({ ...deps, budget }),
    dependencies: createDependencyArchives({ ...deps, budget, read: artifacts.read }),
    /** For the server that runs the checks. */
    cleanUp: (log: Logger) => createArtifactCleanUp({ ...deps, log }),
    moveAssets: (log: Logger) => createAssetMove({ ...deps, artifacts, log }),
  }
}
