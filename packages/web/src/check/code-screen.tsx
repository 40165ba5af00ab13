import { useQuery } from '@tanstack/react-query'
import { useAccount, useApi } from '../api/account-context.ts'
import { checkFormQuery } from '../check-types/check-form-query.ts'
import { factsOf } from '../check-types/kind-facts.ts'
import { Card } from '../parts/card.tsx'
import { CodeBlock } from '../parts/code-block.tsx'
import { Loaded } from '../parts/states.tsx'
import { checkQuery, type Check } from '../resources/checks.ts'
import { asCode } from './code/as-code.ts'
import { asCurl } from './code/as-curl.ts'
import { checkCodeRoute } from './routes.ts'

/** The check as text to take away: the commands that make it again, and the same as code. */
export function CodeScreen() {
  const { checkId } = checkCodeRoute.useParams()
  const query = useQuery(checkQuery(useApi(), checkId))
  return (
    <Loaded query={query} what="the check">
      {(check) => <Texts check={check} />}
    </Loaded>
  )
}

function Texts({ check }: { check: Check }) {
  const { id: accountId } = useAccount()
  const { checkType } = check
  const form = useQuery(checkFormQuery(checkType))
  return (
    <Loaded query={form} what="the fields of the check">
      {({ schema }) => {
        const { segment } = factsOf(checkType)
        const curl = asCurl(check, { schema, segment, origin: location.origin, accountId })
        return (
          <>
            <Card title="As curl">
              <p className="mb-3">
                Creates the same check again. <code>SONDE_API_KEY</code> is a key of yours; values that the
                server keeps to itself stand there as <code>&lt;placeholders&gt;</code>.
              </p>
              <CodeBlock text={curl} what="curl command" />
            </Card>
            <Card title="As code">
              <p className="mb-3">For a monitoring-as-code project. Default values are left out.</p>
              <CodeBlock text={asCode(check, { schema, checkType })} what="construct in TypeScript" />
            </Card>
          </>
        )
      }}
    </Loaded>
  )
}
