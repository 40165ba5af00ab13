import { createRoute } from '@tanstack/react-router'
import { accountRoute } from '../frame/account-route.tsx'
import { readAuditSearch } from './audit/search-params.ts'
import { readPageSearch } from './search-params.ts'
import { readProblem, type SignInProblem } from '../sign-in/problem-words.ts'
import { lazyScreen } from '../frame/lazy-screen.ts'

const settingsRoute = createRoute({
  getParentRoute: () => accountRoute,
  path: 'settings',
  component: lazyScreen(() => import('./frame.tsx'), 'SettingsFrame'),
})

const accountScreen = createRoute({
  getParentRoute: () => settingsRoute,
  path: '/',
  component: lazyScreen(() => import('./account/screen.tsx'), 'AccountScreen'),
})

const profileScreen = createRoute({
  getParentRoute: () => settingsRoute,
  path: 'profile',
  component: lazyScreen(() => import('./profile/screen.tsx'), 'ProfileScreen'),
})

export const securityRoute = createRoute({
  getParentRoute: () => settingsRoute,
  path: 'security',
  validateSearch: ({ problem }: Record<string, unknown>): { problem?: SignInProblem | undefined } => ({
    problem: readProblem(problem),
  }),
  component: lazyScreen(() => import('./security/screen.tsx'), 'SecurityScreen'),
})

export const membersRoute = createRoute({
  getParentRoute: () => settingsRoute,
  path: 'members',
  validateSearch: ({ search }: Record<string, unknown>): { search?: string } =>
    typeof search === 'string' && search !== '' ? { search } : {},
  component: lazyScreen(() => import('./members/screen.tsx'), 'MembersScreen'),
})

const keysScreen = createRoute({
  getParentRoute: () => settingsRoute,
  path: 'keys',
  component: lazyScreen(() => import('./keys/screen.tsx'), 'KeysScreen'),
})

export const variablesRoute = createRoute({
  getParentRoute: () => settingsRoute,
  path: 'variables',
  validateSearch: readPageSearch,
  component: lazyScreen(() => import('./variables/screen.tsx'), 'VariablesScreen'),
})

export const snippetsRoute = createRoute({
  getParentRoute: () => settingsRoute,
  path: 'snippets',
  validateSearch: readPageSearch,
  component: lazyScreen(() => import('./snippets/screen.tsx'), 'SnippetsScreen'),
})

const certificatesScreen = createRoute({
  getParentRoute: () => settingsRoute,
  path: 'certificates',
  component: lazyScreen(() => import('./certificates/screen.tsx'), 'CertificatesScreen'),
})

const tracesScreen = createRoute({
  getParentRoute: () => settingsRoute,
  path: 'traces',
  component: lazyScreen(() => import('./traces/screen.tsx'), 'TracesScreen'),
})

const deploymentsScreen = createRoute({
  getParentRoute: () => settingsRoute,
  path: 'deployments',
  component: lazyScreen(() => import('./deployments/screen.tsx'), 'DeploymentsScreen'),
})

const projectsScreen = createRoute({
  getParentRoute: () => settingsRoute,
  path: 'projects',
  component: lazyScreen(() => import('./projects/screen.tsx'), 'ProjectsScreen'),
})

export const projectRoute = createRoute({
  getParentRoute: () => settingsRoute,
  path: 'projects/$logicalId',
  component: lazyScreen(() => import('./projects/project-screen.tsx'), 'ProjectScreen'),
})

export const auditRoute = createRoute({
  getParentRoute: () => settingsRoute,
  path: 'audit',
  validateSearch: readAuditSearch,
  component: lazyScreen(() => import('./audit/screen.tsx'), 'AuditScreen'),
})

const secretScanScreen = createRoute({
  getParentRoute: () => settingsRoute,
  path: 'secret-scan',
  component: lazyScreen(() => import('./secret-scan/screen.tsx'), 'SecretScanScreen'),
})

const exportScreen = createRoute({
  getParentRoute: () => settingsRoute,
  path: 'export',
  component: lazyScreen(() => import('./export/screen.tsx'), 'ExportScreen'),
})

const importKumaScreen = createRoute({
  getParentRoute: () => settingsRoute,
  path: 'uptime-kuma',
  component: lazyScreen(() => import('./uptime-kuma/screen.tsx'), 'ImportKumaScreen'),
})

const accountsScreen = createRoute({
  getParentRoute: () => settingsRoute,
  path: 'accounts',
  component: lazyScreen(() => import('./accounts/screen.tsx'), 'AccountsScreen'),
})

export const settingsRoutes = [
  settingsRoute.addChildren([
    accountScreen,
    profileScreen,
    securityRoute,
    membersRoute,
    keysScreen,
    variablesRoute,
    snippetsRoute,
    certificatesScreen,
    tracesScreen,
    deploymentsScreen,
    projectsScreen,
    projectRoute,
    auditRoute,
    secretScanScreen,
    exportScreen,
    importKumaScreen,
    accountsScreen,
  ]),
]
