import { useQuery } from '@tanstack/react-query'
import { useApi } from '../../api/account-context.ts'
import { signInOptionsQuery } from '../../api/session.ts'
import { Card } from '../../parts/card.tsx'
import { PageHead } from '../../parts/page.tsx'
import { secondFactorQuery } from '../../resources/account/second-factor.ts'
import { securityRoute } from '../routes.ts'
import { IdentitiesCard } from './identities-card.tsx'
import { PasswordForm } from './password-form.tsx'
import { SecondFactorCard } from './second-factor-card.tsx'
import { SessionsCard } from './sessions-card.tsx'

export function SecurityScreen() {
  const { problem } = securityRoute.useSearch()
  const provider = useQuery(signInOptionsQuery).data?.provider ?? null
  const hasPassword = useQuery(secondFactorQuery(useApi())).data?.hasPassword ?? true
  return (
    <>
      <PageHead title="Security" help="users#second-factor" />
      <SecondFactorCard providerName={provider?.name ?? 'your provider'} />
      {hasPassword ? (
        <Card title="Password">
          <PasswordForm />
        </Card>
      ) : null}
      {provider === null ? null : <IdentitiesCard providerName={provider.name} problem={problem} />}
      <SessionsCard />
    </>
  )
}
