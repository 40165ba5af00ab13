/** From the run to one of its processes: the file to test next, and how long it may take to clean up. */
export type FileRequest = { path: string; name: string; settleMs: number }

/** From the process to the run. A file is done with its `ended`, and the next one may be sent. */
export type ProcessMessage =
  | { kind: 'event'; event: ProcessEvent }
  | { kind: 'begun'; test: string }
  | {
      kind: 'ended'
      /** Of the process and of those that it waited for, since the file began. */
      cpuMs: number
      residentBytes: number
      /** What the file did not clean up, each as the end of the sentence "it left …". */
      leftBehind: string[]
    }

/**
 * What the runner of Node reports, as far as the report needs it. An error travels as text: few survive the way
 * between two processes with their causes and fields.
 */
export type ProcessEvent =
  | { type: 'test:start'; data: Located }
  | { type: 'test:pass'; data: Located & Finished }
  | { type: 'test:fail'; data: Located & Finished & { failureType: string; errorText: string } }
  | { type: 'test:diagnostic'; data: { nesting: number; message: string } }

type Located = { name: string; nesting: number; file?: string; line?: number; column?: number }

type Finished = {
  testNumber: number
  durationMs: number
  isSuite: boolean
  skip?: string | boolean
  todo?: string | boolean
}
