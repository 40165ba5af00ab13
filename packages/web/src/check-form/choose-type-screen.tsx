import type { CheckType } from '@sonde/schema/check-types/check-type.ts'
import { Link } from '@tanstack/react-router'
import { useAccount } from '../api/account-context.ts'
import { factsOf, kindTypeOf } from '../check-types/kind-facts.ts'
import { checkTypes } from '../check-types/registry.ts'
import { AccountLink } from '../parts/account-link.tsx'
import { PageHead } from '../parts/page.tsx'
import { WritersOnly } from '../parts/writers-only.tsx'

/** The first step to a new check: what kind it is. */
export function ChooseTypeScreen() {
  const { id: accountId } = useAccount()
  const types = Object.keys(checkTypes).flatMap((name) => kindTypeOf(name) ?? [])
  return (
    <>
      <PageHead
        title="New check"
        above={<AccountLink to="/accounts/$accountId/checks">Checks</AccountLink>}
      />
      <WritersOnly doing="create checks">
        <ul className="grid gap-3 sm:grid-cols-2 xl:grid-cols-3">
          {types.map((checkType) => (
            <li key={checkType}>
              <TypeCard checkType={checkType} accountId={accountId} />
            </li>
          ))}
        </ul>
      </WritersOnly>
    </>
  )
}

function TypeCard({ checkType, accountId }: { checkType: CheckType; accountId: string }) {
  const title = checkTypes[checkType].title ?? factsOf(checkType).title
  return (
    <Link
      to="/accounts/$accountId/checks/new/$checkType"
      params={{ accountId, checkType: checkType.toLowerCase() }}
      className="bg-card border-line hover:border-accent text-ink block h-full rounded-lg border p-4 no-underline hover:no-underline"
    >
      <span className="text-accent block font-semibold">{capitalise(title)}</span>
      <span className="text-soft mt-1 block">{checkTypes[checkType].sentence}</span>
    </Link>
  )
}

/** `gRPC` keeps its own spelling. */
function capitalise(title: string): string {
  return /^[a-z]{2}/.test(title) ? title.charAt(0).toUpperCase() + title.slice(1) : title
}
