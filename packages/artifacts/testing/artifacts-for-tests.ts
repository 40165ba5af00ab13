import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Clock } from '@sonde/ground/clock.ts'
import type { Store } from '@sonde/store/engine/store.ts'
import type { ArtifactLimits } from '../src/artifact-limits.ts'
import type { BlobStore } from '../src/blob-store.ts'
import { type ArtifactStore, openArtifacts } from '../src/open-artifacts.ts'

const roomyLimits: ArtifactLimits = {
  accountBytes: 20_000_000_000,
  bytesOfType: new Map(),
  daysOfType: new Map(),
  bundleBytes: 150_000_000,
  accountBundleBytes: 20_000_000_000,
}

/** Without a folder for tests that store no files: nothing is made before the first one. */
export function artifactsForTests(options: {
  store: Store
  clock: Clock
  dataDir?: string
  limits?: Partial<ArtifactLimits>
  blobs?: BlobStore
}): ArtifactStore {
  const { store, clock, dataDir = join(tmpdir(), 'no-such-folder', 'sonde'), limits, blobs = null } = options
  return openArtifacts({ store, clock, dataDir, limits: { ...roomyLimits, ...limits }, blobs })
}
