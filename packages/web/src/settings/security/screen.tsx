import { Card } from '../../parts/card.tsx'
import { PageHead } from '../../parts/page.tsx'
import { PasswordForm } from './password-form.tsx'
import { SecondFactorCard } from './second-factor-card.tsx'
import { SessionsCard } from './sessions-card.tsx'

export function SecurityScreen() {
  return (
    <>
      <PageHead title="Security" />
      <SecondFactorCard />
      <Card title="Password">
        <PasswordForm />
      </Card>
      <SessionsCard />
    </>
  )
}
