/**
 * For `placeholderData`: what was shown of the same check stays, dimmed, until the answer to the new question is there.
 * Never what belongs to another check, nor what could not be read anew. Keys begin with the account, `check` and its id.
 */
export function previousOfCheck(checkId: string) {
  return <Data>(
    before: Data | undefined,
    query: { queryKey: readonly unknown[]; state: { status: string } } | undefined,
  ): Data | undefined =>
    query?.queryKey[2] === checkId && query.state.status === 'success' ? before : undefined
}
