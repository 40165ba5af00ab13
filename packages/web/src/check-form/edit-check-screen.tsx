import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { useAccount } from '../api/account-context.ts'
import { checkTypes } from '../check-types/registry.ts'
import { ManagedForm } from '../parts/managed-form.tsx'
import { PageHead } from '../parts/page.tsx'
import { Loaded } from '../parts/states.tsx'
import { WritersOnly } from '../parts/writers-only.tsx'
import { checkToEditQuery, type Check } from '../resources/checks.ts'
import { CheckEditor } from './check-editor.tsx'
import { FormOfCheck } from './form-of-check.tsx'
import { editCheckRoute } from './routes.ts'
import { storedCheckValue } from './stored-value.ts'

export function EditCheckScreen() {
  const { checkId } = editCheckRoute.useParams()
  const { id: accountId, api } = useAccount()
  const query = checkToEditQuery(api, checkId)
  const check = useQuery(query)
  const queries = useQueryClient()
  const [version, setVersion] = useState(0)
  function load(theirs: Check): void {
    queries.setQueryData(query.queryKey, theirs)
    setVersion(version + 1)
  }
  return (
    <>
      <PageHead
        title={check.data === undefined ? 'Edit check' : `Edit ${check.data.name}`}
        {...(check.data && { help: checkTypes[check.data.checkType].help })}
        above={
          <Link to="/accounts/$accountId/checks/$checkId" params={{ accountId, checkId }}>
            To the check
          </Link>
        }
      />
      <WritersOnly doing="change checks">
        <Loaded query={check} what="the check">
          {(current) => (
            <ManagedForm owner={current.projectBindings?.owner}>
              <FormOfCheck check={current}>
                {(form) => (
                  <CheckEditor
                    key={`${checkId} ${version}`}
                    checkType={current.checkType}
                    form={form}
                    task={{
                      kind: 'edit',
                      checkId,
                      initial: storedCheckValue(form.schema, current),
                      onLoad: load,
                    }}
                  />
                )}
              </FormOfCheck>
            </ManagedForm>
          )}
        </Loaded>
      </WritersOnly>
    </>
  )
}
