import { useNavigate } from '@tanstack/react-router'
import { useAccount } from '../api/account-context.ts'
import { useForget } from '../api/use-forget.ts'
import { DeleteButton } from '../parts/dialogs/delete-button.tsx'
import {
  deletePage,
  pageQuery,
  statusPagesKey,
  type StatusPage,
} from '../resources/status-pages/status-pages.ts'

export function DeletePage({ page }: { page: StatusPage }) {
  const { id: accountId, api } = useAccount()
  const navigate = useNavigate()
  const forget = useForget()
  return (
    <DeleteButton
      what="status page"
      name={page.name}
      consequences={
        <p>
          Its address stops working, and its {page.subscriberCount} subscribers are deleted. Services and
          incidents are kept.
        </p>
      }
      onDelete={() => deletePage(api, page.id)}
      leave={() =>
        navigate({ to: '/accounts/$accountId/status-pages', params: { accountId }, ignoreBlocker: true })
      }
      onDone={() => void forget({ key: pageQuery(api, page.id).queryKey, stale: statusPagesKey })}
    />
  )
}
