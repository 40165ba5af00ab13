import { queryOptions } from '@tanstack/react-query'

/** A page of the documentation, as the server lists them. */
export type HelpPageContents = {
  path: string
  title: string
  sections: readonly { heading: string; anchor: string }[]
}

/** No operation of the API: the documentation belongs to the program, and is the same for everybody. */
export const helpContentsQuery = queryOptions({
  queryKey: ['help-contents'],
  async queryFn({ signal }): Promise<readonly HelpPageContents[]> {
    const response = await fetch('/help/contents.json', { signal })
    // A server without its documentation has nothing to find there.
    return response.ok ? ((await response.json()) as HelpPageContents[]) : []
  },
  staleTime: Infinity,
  retry: false,
})
