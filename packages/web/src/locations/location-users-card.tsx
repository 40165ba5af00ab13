import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useAccount } from '../api/account-context.ts'
import { Card } from '../parts/card.tsx'
import { formatCount } from '../parts/format.ts'
import { Empty, Loaded } from '../parts/states.tsx'
import { locationUsersQuery } from '../resources/private-locations.ts'

export function LocationUsersCard({ locationId }: { locationId: string }) {
  const { api } = useAccount()
  const query = useQuery(locationUsersQuery(api, locationId))
  return (
    <Card title="Used by">
      <Loaded query={query} what="the checks of the location">
        {({ checks, checkCount, groups, groupCount }) =>
          checkCount + groupCount === 0 ? (
            <Empty title="Nothing runs from here yet">
              <p>Add the location to a check or a group.</p>
            </Empty>
          ) : (
            <>
              <Users what="check" users={checks} count={checkCount} />
              <Users what="group" users={groups} count={groupCount} />
            </>
          )
        }
      </Loaded>
    </Card>
  )
}

function Users({
  what,
  users,
  count,
}: {
  what: 'check' | 'group'
  users: readonly { id: string | number; name: string }[]
  count: number
}) {
  const { id } = useAccount()
  if (count === 0) return null
  const addressOf = (userId: string | number): string => `/accounts/${id}/${what}s/${userId}`
  return (
    <div className="mb-3 last:mb-0">
      <h3 className="mb-1">
        {formatCount(count)} {count === 1 ? what : `${what}s`}
      </h3>
      <ul className="flex flex-wrap gap-x-4 gap-y-1">
        {users.map((user) => (
          <li key={user.id}>
            <Link to={addressOf(user.id)}>{user.name}</Link>
          </li>
        ))}
        {count > users.length ? (
          <li className="text-soft">and {formatCount(count - users.length)} more</li>
        ) : null}
      </ul>
    </div>
  )
}
