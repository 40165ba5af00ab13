import type { Construct } from '../construct.ts'

/** Code has the script as the content of a file. */
export function testConstruct(name: string): Construct {
  return {
    name,
    ownProps: ({ script }) => ({
      script: undefined,
      scriptPath: undefined,
      dependencies: undefined,
      // The command finds them beside the file.
      snapshots: undefined,
      code: { content: script },
    }),
  }
}
