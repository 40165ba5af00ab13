import { useQuery } from '@tanstack/react-query'
import { useAccount } from '../api/account-context.ts'
import type { CheckForm } from '../check-types/check-form.ts'
import { checkFormQuery } from '../check-types/check-form-query.ts'
import { checkTypes } from '../check-types/registry.ts'
import { factsOf, kindTypeOf } from '../check-types/kind-facts.ts'
import { AccountLink } from '../parts/account-link.tsx'
import { HelpLink } from '../parts/help/help-link.tsx'
import { PageHead } from '../parts/page.tsx'
import { Empty, Loaded, Loading } from '../parts/states.tsx'
import { WritersOnly } from '../parts/writers-only.tsx'
import { servedLocationQuery } from '../resources/locations.ts'
import { defaultsOf } from '../schema-form/defaults-of.ts'
import { withValueAt, type FormValue } from '../schema-form/value-at.ts'
import { CheckEditor } from './check-editor.tsx'
import { newCheckRoute } from './routes.ts'
import { TypeRow } from './type-row.tsx'

export function NewCheckScreen() {
  const { checkType: typeName } = newCheckRoute.useParams()
  const checkType = kindTypeOf(typeName)
  if (checkType === undefined) {
    return (
      <Empty
        title="There is no such type of check"
        action={<AccountLink to="/accounts/$accountId/checks/new">Choose a type</AccountLink>}
      />
    )
  }
  if (checkTypes[checkType].isMadeByCode === true) return <MadeByCode checkType={checkType} />
  return <NewCheck key={checkType} checkType={checkType} />
}

function MadeByCode({ checkType }: { checkType: NonNullable<ReturnType<typeof kindTypeOf>> }) {
  const { help, title = factsOf(checkType).title } = checkTypes[checkType]
  return (
    <>
      <PageHead
        title={`New ${title}`}
        help={help}
        above={<AccountLink to="/accounts/$accountId/checks">Checks</AccountLink>}
      />
      <TypeRow current={checkType} />
      <Empty
        title="Its code lives in your repository"
        action={<HelpLink page={help}>How to deploy one</HelpLink>}
      >
        A deploy uploads the project and creates the check. Schedule, locations and alerts can be changed here
        afterwards.
      </Empty>
    </>
  )
}

function NewCheck({ checkType }: { checkType: NonNullable<ReturnType<typeof kindTypeOf>> }) {
  const { api } = useAccount()
  const { isRun, ...facts } = factsOf(checkType)
  const { help, title = facts.title } = checkTypes[checkType]
  const form = useQuery(checkFormQuery(checkType))
  // A new check begins where it can run; when that is not known, the form says what is missing.
  const place = useQuery({ ...servedLocationQuery(api), enabled: isRun })
  return (
    <>
      <PageHead
        title={`New ${title}`}
        help={help}
        above={<AccountLink to="/accounts/$accountId/checks">Checks</AccountLink>}
      />
      <WritersOnly doing="create checks">
        <TypeRow current={checkType} />
        <Loaded query={form} what="the form">
          {(checkForm) =>
            place.isLoading ? (
              <Loading what="the locations" />
            ) : (
              <CheckEditor
                checkType={checkType}
                form={checkForm}
                task={{ kind: 'create', initial: startOf(checkForm, place.data?.fields) }}
              />
            )
          }
        </Loaded>
      </WritersOnly>
    </>
  )
}

function startOf({ schema, start = {} }: CheckForm, place: FormValue = {}): FormValue {
  let value: FormValue = { ...defaultsOf(schema), ...place }
  for (const [path, own] of Object.entries(start)) value = withValueAt(value, path, own)
  return value
}
