import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useAccount } from '../api/account-context.ts'
import { PageHead } from '../parts/page.tsx'
import { Loaded } from '../parts/states.tsx'
import { CheckEditor } from './check-editor.tsx'
import { FormOfStored } from './form-of-stored.tsx'
import { checkQuery } from './queries.ts'
import { editCheckRoute } from './routes.ts'
import { storedValue } from './stored-value.ts'

export function EditCheckScreen() {
  const { checkId } = editCheckRoute.useParams()
  const { id: accountId, api } = useAccount()
  const check = useQuery(checkQuery(api, checkId))
  return (
    <>
      <PageHead
        title={check.data === undefined ? 'Edit check' : `Edit ${check.data.name}`}
        above={
          <Link to="/accounts/$accountId/checks/$checkId" params={{ accountId, checkId }}>
            To the check
          </Link>
        }
      />
      <Loaded query={check} what="the check">
        {(stored) => (
          <FormOfStored check={stored}>
            {(checkType, form) => (
              <CheckEditor
                key={checkId}
                checkType={checkType}
                form={form}
                task={{ kind: 'edit', checkId, initial: storedValue(form.schema, stored) }}
              />
            )}
          </FormOfStored>
        )}
      </Loaded>
    </>
  )
}
