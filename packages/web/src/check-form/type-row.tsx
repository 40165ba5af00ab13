import type { CheckType } from '@sonde/schema/check-types/check-type.ts'
import { Link } from '@tanstack/react-router'
import { useAccount } from '../api/account-context.ts'
import { kindTypeOf } from '../check-types/kind-facts.ts'
import { checkTypes } from '../check-types/registry.ts'
import { Menu, menuItemClasses } from '../parts/menu.tsx'

/** Those that most people begin with; the others are behind a button. */
const first: readonly CheckType[] = ['URL', 'API', 'BROWSER', 'HEARTBEAT', 'TCP']

/** Which type a new check has, and the way to each of the others. */
export function TypeRow({ current }: { current: CheckType }) {
  const all = Object.keys(checkTypes).flatMap((name) => kindTypeOf(name) ?? [])
  const shown = first.includes(current) ? first : [...first.slice(0, -1), current]
  const others = all.filter((type) => !shown.includes(type))
  return (
    <nav aria-label="Type of check" className="mb-3 flex flex-wrap gap-2">
      {shown.map((type) => (
        <TypeLink
          key={type}
          type={type}
          isCurrent={type === current}
          className="bg-card border-edge hover:bg-raised text-ink inline-flex min-h-8 items-center rounded-lg border px-3.5 font-medium no-underline hover:no-underline max-md:min-h-10 aria-[current]:border-accent aria-[current]:bg-accent-wash aria-[current]:text-accent aria-[current]:font-semibold"
        />
      ))}
      <div className="max-md:ml-auto">
        <Menu label={`${others.length} more`}>
          {others.map((type) => (
            <TypeLink key={type} type={type} isCurrent={false} className={menuItemClasses} />
          ))}
        </Menu>
      </div>
    </nav>
  )
}

function TypeLink({
  type,
  isCurrent,
  className,
}: {
  type: CheckType
  isCurrent: boolean
  className: string
}) {
  const { id: accountId } = useAccount()
  const { name, sentence } = checkTypes[type]
  return (
    <Link
      to="/accounts/$accountId/checks/new/$checkType"
      params={{ accountId, checkType: type.toLowerCase() }}
      replace
      aria-current={isCurrent ? 'true' : undefined}
      title={sentence}
      className={className}
    >
      {name}
    </Link>
  )
}
