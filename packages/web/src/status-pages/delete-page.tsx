import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { useAccount } from '../api/account-context.ts'
import { Button } from '../parts/button.tsx'
import { ConfirmDelete } from '../parts/confirm-delete.tsx'
import { deletePage, pageQuery, statusPagesKey, type StatusPage } from '../resources/status-pages.ts'

export function DeletePage({ page }: { page: StatusPage }) {
  const { id: accountId, api } = useAccount()
  const queries = useQueryClient()
  const navigate = useNavigate()
  const [isAsked, setIsAsked] = useState(false)
  return (
    <>
      <Button look="danger" onClick={() => setIsAsked(true)}>
        Delete
      </Button>
      {isAsked ? (
        <ConfirmDelete
          what="status page"
          name={page.name}
          consequences={
            <p>
              Its address answers nothing any more, and its {page.subscriberCount} subscribers are forgotten.
              Services and incidents stay.
            </p>
          }
          onDelete={() => deletePage(api, page.id)}
          onDone={() => {
            void navigate({
              to: '/accounts/$accountId/status-pages',
              params: { accountId },
              ignoreBlocker: true,
            }).then(() => {
              queries.removeQueries({ queryKey: pageQuery(api, page.id).queryKey })
              return queries.invalidateQueries({ queryKey: [accountId, ...statusPagesKey] })
            })
          }}
          onClose={() => setIsAsked(false)}
        />
      ) : null}
    </>
  )
}
