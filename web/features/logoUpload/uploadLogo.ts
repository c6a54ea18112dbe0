import { companySettingsApi } from "#contract/companySettings.ts";
import type { ResultOf } from "#contract/endpoint.ts";
import { uploadForm } from "#web/app/api/uploadForm.ts";

/**
 * The name of the form field with the file. Both logo endpoints have the same request and response.
 */
const { upload: FIELD } = companySettingsApi.uploadLogo;

/** Uploads a logo and returns its URL. Rejects with the same errors as `uploadForm`. */
export async function uploadLogo(
  path: string,
  file: File,
  options: Parameters<typeof uploadForm>[2],
): Promise<string> {
  const form = new FormData();
  form.append(FIELD, file);
  const { logoUrl } = (await uploadForm(path, form, options)) as ResultOf<
    typeof companySettingsApi.uploadLogo
  >;
  return logoUrl;
}
