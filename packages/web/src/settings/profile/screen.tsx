import { useAccount } from '../../api/account-context.ts'
import { AccountLink } from '../../parts/account-link.tsx'
import { Card } from '../../parts/card.tsx'
import { PageHead } from '../../parts/page.tsx'
import { EmailForm } from './email-form.tsx'
import { NameForm } from './name-form.tsx'

export function ProfileScreen() {
  const { user } = useAccount()
  return (
    <>
      <PageHead title="Your profile" />
      <Card title="Name">
        <NameForm key={user.name} name={user.name ?? ''} />
      </Card>
      <Card title="E-mail address">
        <EmailForm key={user.email} email={user.email} />
      </Card>
      <p className="text-soft">
        Password, second factor and sessions are under{' '}
        <AccountLink to="/accounts/$accountId/settings/security" className="underline">
          Security
        </AccountLink>
        .
      </p>
    </>
  )
}
