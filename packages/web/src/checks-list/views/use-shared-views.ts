import { useQuery } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { useMemo } from 'react'
import { useApi } from '../../api/account-context.ts'
import { useWrite } from '../../api/use-write.ts'
import {
  checkViewsKey,
  checkViewsQuery,
  deleteCheckView,
  saveCheckView,
} from '../../resources/check-views.ts'
import { listDefaults } from '../list-defaults.ts'
import { viewOf, type SavedView } from './saved-views.ts'

/** The views that everybody of the account has, kept by the server as addresses. */
export function useSharedViews() {
  const { options } = useRouter()
  const { data = [] } = useQuery(checkViewsQuery(useApi()))
  const views = useMemo(
    () =>
      data.map(({ name, query }) => ({
        name,
        search: viewOf(options.parseSearch?.(query) ?? {}, listDefaults),
      })),
    [data, options],
  )
  const saving = useWrite({
    write: (api, { name, search }: SavedView) =>
      saveCheckView(api, {
        name: name.trim(),
        query: options.stringifySearch?.(viewOf(search, listDefaults)) ?? '',
      }),
    stale: [checkViewsKey],
  })
  const removing = useWrite({ write: deleteCheckView, stale: [checkViewsKey] })
  return { views, saving, removing }
}
