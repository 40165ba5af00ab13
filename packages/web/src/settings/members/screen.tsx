import { useInfiniteQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { useAccount, useMay } from '../../api/account-context.ts'
import { Button } from '../../parts/button.tsx'
import { Card } from '../../parts/card.tsx'
import { DataTable } from '../../parts/lists/data-table.tsx'
import { PageHead } from '../../parts/page.tsx'
import { Empty, Failed, Loading } from '../../parts/states.tsx'
import { membersQuery, type MembersPage, type OpenInvite } from '../../resources/account/members.ts'
import { SearchBox } from '../../search/search-box.tsx'
import { membersRoute } from '../routes.ts'
import { InviteDialog } from './invite-dialog.tsx'
import { InviteRow } from './invite-row.tsx'
import { MemberRow } from './member-row.tsx'
import { OpenInviteNote } from './open-invite-note.tsx'

export function MembersScreen() {
  const { api } = useAccount()
  const { search = '' } = membersRoute.useSearch()
  const navigate = useNavigate({ from: membersRoute.fullPath })
  const query = useInfiniteQuery(membersQuery(api, search))
  const [isInviting, setIsInviting] = useState(false)
  const [open, setOpen] = useState<OpenInvite | null>(null)
  const mayInvite = useMay('ADMIN')
  return (
    <>
      <PageHead
        title="Members"
        help="users#inviting-others"
        actions={
          mayInvite ? (
            <Button look="primary" onClick={() => setIsInviting(true)}>
              Invite a member
            </Button>
          ) : undefined
        }
      />
      {open === null ? null : <OpenInviteNote invite={open} onClose={() => setOpen(null)} />}
      <Card
        title="Members and invitations"
        isFlush
        actions={
          <SearchBox
            label="Name or e-mail"
            value={search}
            onChange={(next) => void navigate({ search: next === '' ? {} : { search: next }, replace: true })}
          />
        }
      >
        {query.data === undefined ? (
          query.isError ? (
            <Failed error={query.error} onRetry={() => void query.refetch()} />
          ) : (
            <Loading what="the members" />
          )
        ) : (
          <MembersTable members={query.data.pages.flatMap(({ members }) => members)} onOpen={setOpen} />
        )}
        {query.hasNextPage ? (
          <div className="p-3 text-center">
            <Button isBusy={query.isFetchingNextPage} onClick={() => void query.fetchNextPage()}>
              Show more
            </Button>
          </div>
        ) : null}
      </Card>
      {isInviting ? (
        <InviteDialog
          onClose={() => setIsInviting(false)}
          onInvited={(newInvite) => {
            setIsInviting(false)
            setOpen(newInvite)
          }}
        />
      ) : null}
    </>
  )
}

function MembersTable({
  members,
  onOpen,
}: {
  members: MembersPage['members']
  onOpen: (invite: OpenInvite) => void
}) {
  if (members.length === 0) {
    return (
      <Empty title="Nobody matches">
        <p>Search for another name or address, or clear the search to see everybody.</p>
      </Empty>
    )
  }
  return (
    <DataTable columns={['Who', 'Role', 'Since']} hasActions>
      {members.map((member) =>
        member.type === 'member' ? (
          <MemberRow key={member.userId} member={member} />
        ) : (
          <InviteRow key={member.id} invite={member} onRenewed={onOpen} />
        ),
      )}
    </DataTable>
  )
}
