import { Link, Outlet, createRootRouteWithContext } from '@tanstack/react-router'
import type { QueryClient } from '@tanstack/react-query'
import { PageHead } from '../parts/page.tsx'
import { ToastArea } from '../parts/toast.tsx'
import { OfflineBar } from './offline-bar.tsx'
import { FailedScreen } from './failed-screen.tsx'

export const rootRoute = createRootRouteWithContext<{ queries: QueryClient }>()({
  component: Root,
  errorComponent: ({ error }) => (
    <>
      <OfflineBar />
      <FailedScreen error={error} />
    </>
  ),
  notFoundComponent: () => (
    <main className="mx-auto max-w-xl px-4 py-16">
      <PageHead title="There is no such page">
        <p className="text-soft mt-1">
          The address may be cut off or out of date. <Link to="/">Show all checks</Link>
        </p>
      </PageHead>
    </main>
  ),
})

function Root() {
  return (
    <ToastArea>
      <OfflineBar />
      <Outlet />
    </ToastArea>
  )
}
