import schema from 'sonde-schema:AccountCreate'
import { useNavigate, Link } from '@tanstack/react-router'
import { useState } from 'react'
import { useAccount } from '../../api/account-context.ts'
import { useWrite } from '../../api/use-write.ts'
import { accountRoute } from '../../frame/account-route.tsx'
import { Button } from '../../parts/button.tsx'
import { Card } from '../../parts/card.tsx'
import { PageHead } from '../../parts/page.tsx'
import { Tag } from '../../parts/tag.tsx'
import { useToast } from '../../parts/toast.tsx'
import { createAccount } from '../../resources/account.ts'
import { FormMistake } from '../../small-form/form-mistake.tsx'
import { SchemaText } from '../../small-form/schema-inputs.tsx'
import { useFreshSession } from '../profile/use-fresh-session.ts'
import { roleName } from '../role-words.ts'

export function AccountsScreen() {
  const { id: current } = useAccount()
  const { session } = accountRoute.useRouteContext()
  return (
    <>
      <PageHead title="Accounts">
        <p className="text-soft mt-1 max-w-prose">
          An account has its own checks, channels, pages, members and keys, and sees nothing of the others.
        </p>
      </PageHead>
      <Card title="Your accounts" isFlush>
        <table className="data-table">
          <thead>
            <tr>
              <th scope="col">Account</th>
              <th scope="col">Your role</th>
            </tr>
          </thead>
          <tbody>
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
          </tbody>
        </table>
      </Card>
      <Card title="A further account">
        <NewAccount />
      </Card>
    </>
  )
}

function NewAccount() {
  const [name, setName] = useState('')
  const toast = useToast()
  const refresh = useFreshSession()
  const navigate = useNavigate()
  const making = useWrite({
    write: createAccount,
    stale: [],
    onDone: (account) => {
      toast(`Account “${account.name}” made`)
      setName('')
      void refresh().then(() =>
        navigate({ to: '/accounts/$accountId/checks', params: { accountId: account.id } }),
      )
    },
  })
  return (
    <form
      noValidate
      className="max-w-md space-y-4"
      onSubmit={(event) => {
        event.preventDefault()
        making.mutate({ name })
      }}
    >
      <SchemaText
        schema={schema}
        name="name"
        label="Name"
        help="You will be its owner."
        error={making.error}
        value={name}
        onChange={setName}
      />
      <FormMistake error={making.error} fields={['name']} />
      <Button look="primary" type="submit" isBusy={making.isPending}>
        Make the account
      </Button>
    </form>
  )
}
