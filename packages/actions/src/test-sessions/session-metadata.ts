import { isRecord } from '@sonde/ground/is-record.ts'
import type { TestSessionMetadata } from '@sonde/schema/projects/test-session-run.ts'

const longest = { commitMessage: 20_000, other: 1_000 } as const

const texts = ['repoUrl', 'commitId', 'commitOwner', 'commitMessage', 'branchName'] as const
const gitHubTexts = [
  'repository',
  'sha',
  'runId',
  'runAttempt',
  'workflow',
  'job',
  'eventName',
  'ref',
  'headRef',
  'baseRef',
  'serverUrl',
] as const

/** Where code comes from, as far as the client has said so in a form that we know. It is only shown: nothing is refused. */
export function metadataOf(
  repoInfo: Readonly<Record<string, unknown>> | null | undefined,
  environment: string | null | undefined,
): TestSessionMetadata {
  const github = repoInfo?.['github']
  return {
    ...(environment === null || environment === undefined || environment === ''
      ? {}
      : { environment: environment.slice(0, longest.other) }),
    ...textsOf(repoInfo ?? {}, texts),
    ...(isRecord(github)
      ? { github: { reporting: github['reporting'] === true, ...textsOf(github, gitHubTexts) } }
      : {}),
  }
}

function textsOf(from: Readonly<Record<string, unknown>>, names: readonly string[]): Record<string, string> {
  return Object.fromEntries(
    names.flatMap((name): [string, string][] => {
      const text = from[name]
      if (typeof text !== 'string') return []
      const most = name === 'commitMessage' ? longest.commitMessage : longest.other
      return [[name, text.toWellFormed().replaceAll('\0', '').slice(0, most)]]
    }),
  )
}
