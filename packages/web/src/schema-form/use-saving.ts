import { useMutation, type UseMutationResult } from '@tanstack/react-query'
import { useState } from 'react'
import type { FormState } from './use-form-state.ts'

/**
 * Saves a form on a screen. What was typed is unsaved until the answer has come: whoever leaves before is asked. From
 * then on nobody is, though what follows a save may still be under way.
 */
export function useSaving<Saved>({
  form,
  save,
  onSaved,
  onRefused,
}: {
  form: FormState
  save: () => Promise<Saved>
  onSaved: (saved: Saved) => unknown
  onRefused?: (error: Error) => void
}): { saving: UseMutationResult<Saved, Error, void>; isSaved: boolean; isUnsaved: boolean } {
  const [isSaved, setIsSaved] = useState(false)
  const saving = useMutation({
    mutationFn: async () => {
      const saved = await save()
      setIsSaved(true)
      return saved
    },
    onSuccess: onSaved,
    ...(onRefused === undefined ? {} : { onError: onRefused }),
  })
  return { saving, isSaved, isUnsaved: form.isChanged && !isSaved }
}
