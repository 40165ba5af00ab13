import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useAccount } from '../api/account-context.ts'
import { checkTypes } from '../check-types/registry.ts'
import { PageHead } from '../parts/page.tsx'
import { Loaded } from '../parts/states.tsx'
import { WritersOnly } from '../parts/writers-only.tsx'
import { checkToEditQuery } from '../resources/checks.ts'
import { CheckEditor } from './check-editor.tsx'
import { FormOfCheck } from './form-of-check.tsx'
import { duplicateCheckRoute } from './routes.ts'
import { copiedValue } from './stored-value.ts'

export function DuplicateCheckScreen() {
  const { checkId } = duplicateCheckRoute.useParams()
  const { id: accountId, api } = useAccount()
  const check = useQuery(checkToEditQuery(api, checkId))
  return (
    <>
      <PageHead
        title={check.data === undefined ? 'Duplicate check' : `Duplicate ${check.data.name}`}
        {...(check.data && { help: checkTypes[check.data.checkType].help })}
        above={
          <Link to="/accounts/$accountId/checks/$checkId" params={{ accountId, checkId }}>
            To the check
          </Link>
        }
      >
        <p className="text-soft mt-1">
          Nothing is created until you save. Environment variables and passwords of the original are not
          copied.
        </p>
      </PageHead>
      <WritersOnly doing="create checks">
        <Loaded query={check} what="the check">
          {(original) => (
            <FormOfCheck check={original}>
              {(form) => (
                <CheckEditor
                  key={checkId}
                  checkType={original.checkType}
                  form={form}
                  task={{ kind: 'create', initial: copiedValue(form.schema, original), isCopy: true }}
                />
              )}
            </FormOfCheck>
          )}
        </Loaded>
      </WritersOnly>
    </>
  )
}
