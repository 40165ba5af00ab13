import { useAccount } from '../../api/account-context.ts'
import { Card } from '../../parts/card.tsx'
import { PageHead } from '../../parts/page.tsx'
import { EmailForm } from './email-form.tsx'
import { NameForm } from './name-form.tsx'
import { PasswordForm } from './password-form.tsx'
import { SessionsCard } from './sessions-card.tsx'

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
      <Card title="Password">
        <PasswordForm />
      </Card>
      <SessionsCard />
    </>
  )
}
