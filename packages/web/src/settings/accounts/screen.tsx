import schema from 'sonde-schema:AccountCreate'
import { useNavigate, Link } from '@tanstack/react-router'
import { useState } from 'react'
import { useAccount } from '../../api/account-context.ts'
import { useWrite } from '../../api/use-write.ts'
import { accountRoute } from '../../frame/account-route.tsx'
import { Card } from '../../parts/card.tsx'
import { useIsHere } from '../../parts/leaving/use-is-here.ts'
import { DataTable } from '../../parts/lists/data-table.tsx'
import { PageHead } from '../../parts/page.tsx'
import { Tag } from '../../parts/tag.tsx'
import { useToast } from '../../parts/toast.tsx'
import { createAccount } from '../../resources/account/account.ts'
import { boundFields } from '../../small-form/bound-fields.ts'
import { SchemaText } from '../../small-form/schema-inputs.tsx'
import { SmallForm } from '../../small-form/small-form.tsx'
import { useFreshSession } from '../profile/use-fresh-session.ts'
import { roleName } from '../../api/role-words.ts'

export function AccountsScreen() {
  const { id: current } = useAccount()
  const { session } = accountRoute.useRouteContext()
  return (
    <>
      <PageHead title="Accounts">
        <p className="text-soft mt-1 max-w-prose">
          An account has its own checks, channels, pages, members and keys, separate from other accounts.
        </p>
      </PageHead>
      <Card title="Your accounts" isFlush>
        <DataTable columns={['Account', 'Your role']}>
          {session.accounts.map(({ id, name, role }) => (
            <tr key={id}>
              <td>
                <Link to="/accounts/$accountId/settings" params={{ accountId: id }}>
                  {name}
                </Link>{' '}
                {id === current ? <Tag>this one</Tag> : null}
              </td>
              <td>{roleName(role)}</td>
            </tr>
          ))}
        </DataTable>
      </Card>
      <Card title="New account">
        <NewAccount />
      </Card>
    </>
  )
}

function NewAccount() {
  const [value, setValue] = useState({ name: '' })
  const toast = useToast()
  const refresh = useFreshSession()
  const navigate = useNavigate()
  const isHere = useIsHere()
  const making = useWrite({
    write: createAccount,
    stale: [],
    onDone: (account) => {
      toast(`Account “${account.name}” created`)
      setValue({ name: '' })
      void refresh().then(() =>
        isHere()
          ? navigate({ to: '/accounts/$accountId/checks', params: { accountId: account.id } })
          : undefined,
      )
    },
  })
  const field = boundFields({ schema, error: making.error, value, setValue })
  return (
    <SmallForm
      fields={['name']}
      error={making.error}
      submitWord="Create account"
      isBusy={making.isPending}
      onSubmit={() => making.mutate(value)}
    >
      <SchemaText {...field('name')} label="Name" help="You will be its owner." />
    </SmallForm>
  )
}
