import { execFileSync } from 'node:child_process'

type Environment = Readonly<Record<string, string | undefined>>

export type RepositoryInfo = {
  commitId: string
  branchName?: string
  repoUrl?: string
  commitOwner?: string
  commitMessage?: string
}

/** Which commit is deployed: as the pipeline says, else as the work tree does; null outside of both. */
export function repositoryInfo(environment: Environment, folder: string): RepositoryInfo | null {
  return ofPipeline(environment) ?? ofWorkTree(folder)
}

function ofPipeline(environment: Environment): RepositoryInfo | null {
  const { GITHUB_SHA, GITHUB_REF_NAME, GITHUB_SERVER_URL, GITHUB_REPOSITORY, GITHUB_ACTOR } = environment
  if (GITHUB_SHA !== undefined) {
    const repoUrl =
      GITHUB_REPOSITORY === undefined
        ? undefined
        : `${GITHUB_SERVER_URL ?? 'https://github.com'}/${GITHUB_REPOSITORY}`
    return withoutUndefined({
      commitId: GITHUB_SHA,
      branchName: GITHUB_REF_NAME,
      repoUrl,
      commitOwner: GITHUB_ACTOR,
    })
  }
  const { CI_COMMIT_SHA, CI_COMMIT_REF_NAME, CI_PROJECT_URL, CI_COMMIT_AUTHOR, CI_COMMIT_TITLE } = environment
  if (CI_COMMIT_SHA === undefined) return null
  return withoutUndefined({
    commitId: CI_COMMIT_SHA,
    branchName: CI_COMMIT_REF_NAME,
    repoUrl: CI_PROJECT_URL,
    commitOwner: CI_COMMIT_AUTHOR,
    commitMessage: CI_COMMIT_TITLE,
  })
}

function ofWorkTree(folder: string): RepositoryInfo | null {
  const [commitId, commitOwner, commitMessage] = (
    git(folder, 'log', '-1', '--format=%H%n%an%n%s') ?? ''
  ).split('\n')
  if (commitId === undefined || commitId === '') return null
  const branchName = git(folder, 'rev-parse', '--abbrev-ref', 'HEAD') ?? undefined
  return withoutUndefined({ commitId, branchName, commitOwner, commitMessage })
}

/** Null where there is no git, no work tree or no commit: none of it is needed for a deploy. */
function git(folder: string, ...args: string[]): string | null {
  try {
    return execFileSync('git', args, {
      cwd: folder,
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'ignore'],
    }).trim()
  } catch {
    return null
  }
}

function withoutUndefined(
  info: { commitId: string } & { [Field in keyof RepositoryInfo]?: string | undefined },
): RepositoryInfo {
  const { commitId, ...others } = info
  return {
    commitId,
    ...Object.fromEntries(Object.entries(others).filter(([, value]) => value !== undefined)),
  }
}
