import type { Api } from '../api/api.ts'

/** What a run has drawn becomes what later runs of its check are compared with. */
export function acceptSnapshots(
  api: Api,
  { checkId, id: checkResultId, path }: { checkId: string; id: string; path: string },
): Promise<unknown> {
  return api.call('POST /v1/check-results/{checkId}/{checkResultId}/accept-snapshots', {
    params: { checkId, checkResultId },
    body: { paths: [path] },
  })
}
