import { defineConfig } from 'checkly'

export default defineConfig({
  projectName: 'Shop',
  logicalId: 'team/shop#1',
  checks: { checkMatch: '**/*.check.js', locations: ['eu-west-1'] },
})
