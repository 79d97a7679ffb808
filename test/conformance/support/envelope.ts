/** The rules of every answer: parts 2.2 and 7 of the specification, and the HTTP status of each code. */
import { expect } from 'vitest'
import type { Body, HttpAnswer } from './shop.ts'
import type { Endpoint, Shape } from './table.ts'

const statusOfCode: Record<string, number> = {
  '000': 200,
  '001': 401,
  '002': 400,
  '003': 400,
  '004': 409,
  '005': 422,
  '006': 503,
  '007': 409,
  '801': 422,
  '802': 409,
  '905': 500,
}

/** Checks the envelope and answers the code. */
export const expectEnvelope = (answer: HttpAnswer, envelope?: Endpoint['envelope']): string => {
  const { body, status, headers } = answer
  const reported = JSON.stringify(body)
  expect(headers['content-type'], reported).toMatch(/^application\/json/)
  const code = body['resultCd']
  expect(code, reported).toMatch(/^\d{3}$/)
  expect(Object.keys(statusOfCode), reported).toContain(code)
  const words = body['resultMsg'] ?? body['message']
  expect(words, reported).toEqual(expect.stringMatching(/\S/))
  if (envelope === 'resultCode') expect(body['resultMsg'], reported).toEqual(expect.any(String))
  if (envelope === 'successFlag') expect(body['message'], reported).toEqual(expect.any(String))
  if (envelope === 'successFlag' || 'success' in body) expect(body['success'], reported).toBe(code === '000')
  expect(body, reported).toHaveProperty('data')
  if (code === '000') expect(status, reported).toBe(200)
  if (code === '006') expect(headers['retry-after'], reported).toBe('30')
  return code as string
}

/** An answer that must be this code, with its HTTP status, in its envelope; answers what it says. */
export const expectCode = (answer: HttpAnswer, code: string, envelope?: Endpoint['envelope']): string => {
  expect(`${expectEnvelope(answer, envelope)} ${answer.status}`, answer.text).toBe(
    `${code} ${statusOfCode[code]}`,
  )
  return String(answer.body['resultMsg'] ?? answer.body['message'])
}

const expectShape = (value: unknown, shape: Shape, where: string): void => {
  if (shape instanceof RegExp) {
    expect(value, where).toEqual(expect.stringMatching(shape))
    return
  }
  if (shape === 'array') expect(Array.isArray(value), where).toBe(true)
  else if (shape.startsWith('null or ')) {
    if (value !== null) expect(typeof value, where).toBe(shape.slice('null or '.length))
  } else {
    expect(value, where).not.toBeNull()
    expect(typeof value, where).toBe(shape)
  }
}

/** Every member that the specification names is there, with its type and format. */
export const expectShapes = (data: unknown, shapes: Record<string, Shape>): void => {
  for (const [path, shape] of Object.entries(shapes)) {
    let holders: unknown[] = [data]
    const steps = path.split('.')
    for (const step of steps.slice(0, -1)) {
      const name = step.replace('[]', '')
      holders = holders.flatMap((holder) => {
        const below = (holder as Body)[name]
        return step.endsWith('[]') ? (below as unknown[]) : [below]
      })
    }
    for (const holder of holders) {
      const value = (holder as Body | undefined)?.[steps.at(-1) ?? path]
      expectShape(value, shape, `data.${path} in ${JSON.stringify(data)}`)
    }
  }
}
