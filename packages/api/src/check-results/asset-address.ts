/** Where a file of a result can be fetched, with the same key as the result. */
export function assetAddress({
  publicUrl,
  checkId,
  resultId,
  name,
}: {
  publicUrl: string
  checkId: string
  resultId: string
  name: string
}): string {
  const path = `/v1/check-results/${checkId}/${resultId}/assets/${encodeURIComponent(name)}`
  return `${publicUrl.replace(/\/$/, '')}${path}`
}
