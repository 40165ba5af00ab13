import { Type } from 'typebox'
import { SuiteJob } from './suite-job.ts'

/** A file that lies beside the scripts of a run. The agent has it already, or fetches it by its hash. */
const ScriptFile = Type.Object({
  /** Relative to the folder of the run: `setup.js`, `snippets/login.js`. */
  path: Type.String({ minLength: 1, maxLength: 1_000 }),
  sha256: Type.String({ pattern: '^[0-9a-f]{64}$' }),
  bytes: Type.Integer({ minimum: 0 }),
})

const Script = Type.Object({
  /** As people know it, in messages: `set-up script of the group`. */
  label: Type.String({ maxLength: 200 }),
  /** One of the files. */
  path: Type.String({ maxLength: 1_000 }),
})

/**
 * The code that runs around the request of a run, in a sandbox. Then the configuration comes as it was written, with
 * what the group adds: the agent fills variables in after the set-up scripts, which may change them.
 */
export const ScriptJob = Type.Object({
  runtimeId: Type.String({ maxLength: 50 }),
  /** In the order in which they run: that of the group first. */
  setup: Type.Array(Script, { maxItems: 2 }),
  /** In the order in which they run: that of the group last. */
  teardown: Type.Array(Script, { maxItems: 2 }),
  /** Of a check whose script is a file of tests: then there is nothing to set up or to tear down. */
  test: Type.Optional(
    Type.Object({
      /** One of the files. */
      path: Type.String({ maxLength: 1_000 }),
      /** Whether its owner has given it its name; otherwise its ending follows from what it holds. */
      isNamed: Type.Boolean(),
      /** Those of the files that its output is compared with. */
      golden: Type.Optional(
        Type.Array(
          Type.Object({
            path: Type.String({ maxLength: 1_000 }),
            /** Browsers that have drawn exactly this, such as `Chromium 145`; empty: nobody knows. */
            madeBy: Type.Array(Type.String({ maxLength: 100 }), { maxItems: 100 }),
          }),
          { maxItems: 100 },
        ),
      ),
      /** The run makes golden files anew, brings them to the service, and compares nothing. */
      updatesSnapshots: Type.Optional(Type.Boolean()),
    }),
  ),
  /** Of a check that is a whole project: then there are no scripts. */
  suite: Type.Optional(SuiteJob),
  files: Type.Array(ScriptFile, { maxItems: 2_000 }),
  /** What scripts see as `process.env`, and what is filled in. */
  variables: Type.Record(Type.String(), Type.String()),
  /** Names of those among them whose values are masked in everything that the run leaves behind. */
  secretVariables: Type.Array(Type.String()),
})
