// Makes a certificate for 127.0.0.1 that only itself has signed, for tests of encrypted connections.
import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'

/** Returns the PEM texts, and the files in a folder of the test that hold them. */
export function certificate(folder: string) {
  const files = { cert: join(folder, 'cert.pem'), key: join(folder, 'key.pem') }
  const kind = ['-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes', '-days', '1']
  const name = ['-subj', '/CN=localhost', '-addext', 'subjectAltName=IP:127.0.0.1']
  execFileSync('openssl', ['req', ...kind, ...name, '-keyout', files.key, '-out', files.cert], {
    stdio: 'ignore',
  })
  return { files, cert: readFileSync(files.cert, 'utf8'), key: readFileSync(files.key, 'utf8') }
}
