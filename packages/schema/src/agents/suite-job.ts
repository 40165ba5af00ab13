import { Type, type Static } from 'typebox'
import { Nullable } from '../validation/building-blocks.ts'

const hash = Type.String({ pattern: '^[0-9a-f]{64}$' })

/** A run of a whole project: where its code is, and how it is installed and tested. */
export const SuiteJob = Type.Object({
  bundle: Type.Object({ sha256: hash, bytes: Type.Integer({ minimum: 0 }) }),
  testCommand: Type.String({ minLength: 1, maxLength: 10_000 }),
  /** Empty: by the package manager of the project. */
  installCommand: Type.String({ maxLength: 10_000 }),
  /** Relative to the project; empty: its root. */
  workingDir: Type.String({ maxLength: 1_000 }),
  browsers: Type.Array(Type.String({ maxLength: 50 }), { maxItems: 20 }),
  /** Of its dependencies, by whoever has packed it; null: it is computed from the project. */
  cacheHash: Nullable(Type.String({ maxLength: 200 })),
  /** As whoever has packed the project says it; what is installed counts. Servers of before do not tell it. */
  playwrightVersion: Type.Optional(Nullable(Type.String({ maxLength: 100 }))),
  engine: Nullable(Type.String({ maxLength: 50 })),
  engineVersion: Nullable(Type.String({ maxLength: 100 })),
  /** Dependencies that are kept are those of one account. */
  accountId: Type.String({ maxLength: 100 }),
  /** What is kept is thrown away, and installed anew. */
  refreshesCache: Type.Boolean(),
})
export type SuiteJob = Static<typeof SuiteJob>
