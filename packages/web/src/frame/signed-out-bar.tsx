import { useLocation } from '@tanstack/react-router'

/** Over a screen with something that is not saved: leaving it for the sign-in would lose that. */
export function SignedOutBar() {
  const next = useLocation({ select: ({ href }) => href })
  return (
    <p role="alert" className="bg-warn-wash text-warn mb-4 rounded-md px-4 py-2 font-medium">
      You were signed out. Your changes are not saved yet.{' '}
      <a href={`/sign-in?${new URLSearchParams({ next }).toString()}`} target="_blank" rel="noreferrer">
        Sign in in another tab
      </a>
      , come back to this one, and save again.
    </p>
  )
}
