import { useQuery } from '@tanstack/react-query'
import serviceSchema from 'sonde-schema:ServiceApiKeyCreate'
import tokenSchema from 'sonde-schema:IntegrationTokenCreate'
import userSchema from 'sonde-schema:UserApiKeyCreate'
import { useAccount, useMay } from '../../api/account-context.ts'
import { CodeBlock } from '../../parts/code-block.tsx'
import { PageHead } from '../../parts/page.tsx'
import {
  createServiceKey,
  createToken,
  createUserKey,
  deleteServiceKey,
  deleteToken,
  deleteUserKey,
  serviceKeysQuery,
  tokensQuery,
  userKeysQuery,
  serviceKeysKey,
  tokensKey,
  userKeysKey,
} from '../../resources/account/api-keys.ts'
import { KeysCard } from './keys-card.tsx'
import { scrapeConfig } from './scrape-config.ts'

export function KeysScreen() {
  return (
    <>
      <PageHead title="Keys and tokens" help="api#keys-and-accounts" />
      <UserKeys />
      {useMay('ADMIN') ? (
        <>
          <ServiceKeys />
          <Tokens />
        </>
      ) : (
        <p className="text-soft">Keys of the account and tokens of other programs are for administrators.</p>
      )}
    </>
  )
}

function UserKeys() {
  const { api } = useAccount()
  return (
    <KeysCard
      title="Your own API keys"
      what="API key"
      explanation="They act as you in all your accounts, and stop working when you leave."
      query={useQuery(userKeysQuery(api))}
      schema={userSchema}
      stale={userKeysKey}
      create={createUserKey}
      remove={deleteUserKey}
    />
  )
}

function ServiceKeys() {
  const { api } = useAccount()
  return (
    <KeysCard
      title="Service keys of the account"
      what="service key"
      explanation="For programs: they belong to the account and have their own role."
      query={useQuery(serviceKeysQuery(api))}
      schema={serviceSchema}
      stale={serviceKeysKey}
      create={createServiceKey}
      remove={deleteServiceKey}
    />
  )
}

function Tokens() {
  const { id, api } = useAccount()
  const config = scrapeConfig({ accountId: id, origin: window.location.origin })
  return (
    <KeysCard
      title="Tokens for Prometheus"
      what="token"
      explanation="A token gives access only to the metrics of this account."
      query={useQuery(tokensQuery(api))}
      schema={tokenSchema}
      stale={tokensKey}
      create={createToken}
      remove={deleteToken}
    >
      <details className="border-line border-t p-4">
        <summary className="cursor-pointer font-medium">Configuration of Prometheus</summary>
        <p className="my-2">
          Put the token alone into the file that <code>credentials_file</code> names, readable by Prometheus
          only.
        </p>
        <CodeBlock text={config} what="scrape configuration" />
      </details>
    </KeysCard>
  )
}
