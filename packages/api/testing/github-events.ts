/** What GitHub sends when a deployment has changed its state; it has succeeded, unless told. */
export function githubEvent(
  fields: {
    state?: string
    sha?: string
    environment?: string
    environmentUrl?: string | null
    repoId?: number
    repoName?: string
    deploymentId?: number
  } = {},
): object {
  const { environment = 'production', repoId = 7, repoName = 'acme/shop' } = fields
  return {
    action: 'created',
    deployment_status: {
      state: fields.state ?? 'success',
      environment,
      environment_url:
        fields.environmentUrl === undefined ? 'https://pr-7.example.test' : fields.environmentUrl,
    },
    deployment: { id: fields.deploymentId ?? 4711, sha: fields.sha ?? 'abc123', environment },
    repository: { id: repoId, full_name: repoName },
  }
}
