/**
 * Programs that make a token, with what comes with each language. `docs/signing-on.md` contains them
 * too, and tests run them.
 */
export const TOKEN_SAMPLES: readonly { language: string; fence: string; code: string }[] = [
  {
    language: "Node.js",
    fence: "js",
    code: `import { createHmac, randomUUID } from "node:crypto";

// portal: the address of the portal, such as https://feedback.example.com
export function makeToken(user, portal, secret) {
  const now = Math.floor(Date.now() / 1000);
  const encode = (value) => Buffer.from(JSON.stringify(value)).toString("base64url");
  const content = [
    { alg: "HS256", typ: "JWT" },
    {
      sub: String(user.id),
      email: user.email,
      name: user.name,
      company: user.company, // id, name, plan, monthlySpend
      aud: portal,
      iat: now,
      exp: now + 300,
      jti: randomUUID(),
    },
  ].map(encode).join(".");
  return \`\${content}.\${createHmac("sha256", secret).update(content).digest("base64url")}\`;
}`,
  },
  {
    language: "Python",
    fence: "python",
    code: `import base64, hashlib, hmac, json, time, uuid

def encode(data):
    return base64.urlsafe_b64encode(data).rstrip(b"=").decode()

# portal: the address of the portal, such as https://feedback.example.com
def make_token(user, portal, secret):
    now = int(time.time())
    claims = {
        "sub": str(user["id"]),
        "email": user["email"],
        "name": user["name"],
        "company": user["company"],  # id, name, plan, monthlySpend
        "aud": portal,
        "iat": now,
        "exp": now + 300,
        "jti": str(uuid.uuid4()),
    }
    parts = [{"alg": "HS256", "typ": "JWT"}, claims]
    content = ".".join(encode(json.dumps(part).encode()) for part in parts)
    digest = hmac.new(secret.encode(), content.encode(), hashlib.sha256).digest()
    return f"{content}.{encode(digest)}"`,
  },
  {
    language: "Ruby",
    fence: "ruby",
    code: `require "json"
require "openssl"
require "securerandom"

# portal: the address of the portal, such as https://feedback.example.com
def make_token(user, portal, secret)
  now = Time.now.to_i
  encode = ->(data) { [data].pack("m0").tr("+/", "-_").delete("=") }
  claims = {
    sub: user[:id].to_s,
    email: user[:email],
    name: user[:name],
    company: user[:company], # id, name, plan, monthlySpend
    aud: portal,
    iat: now,
    exp: now + 300,
    jti: SecureRandom.uuid
  }
  content = [{ alg: "HS256", typ: "JWT" }, claims].map { |part| encode.(part.to_json) }.join(".")
  "#{content}.#{encode.(OpenSSL::HMAC.digest("SHA256", secret, content))}"
end`,
  },
  {
    language: "PHP",
    fence: "php",
    code: `// $portal: the address of the portal, such as https://feedback.example.com
function make_token(array $user, string $portal, string $secret): string
{
    $now = time();
    $encode = fn (string $data): string => rtrim(strtr(base64_encode($data), '+/', '-_'), '=');
    $claims = [
        'sub' => (string) $user['id'],
        'email' => $user['email'],
        'name' => $user['name'],
        'company' => $user['company'], // id, name, plan, monthlySpend
        'aud' => $portal,
        'iat' => $now,
        'exp' => $now + 300,
        'jti' => bin2hex(random_bytes(16)),
    ];
    $content = $encode(json_encode(['alg' => 'HS256', 'typ' => 'JWT'])) . '.' . $encode(json_encode($claims));
    return $content . '.' . $encode(hash_hmac('sha256', $content, $secret, true));
}`,
  },
  {
    language: "Go",
    fence: "go",
    code: `import (
	"crypto/hmac"
	"crypto/rand"
	"crypto/sha256"
	"encoding/base64"
	"encoding/hex"
	"encoding/json"
	"time"
)

type Company struct {
	ID           string  \`json:"id"\`
	Name         string  \`json:"name,omitempty"\`
	Plan         string  \`json:"plan,omitempty"\`
	MonthlySpend float64 \`json:"monthlySpend,omitempty"\`
}

// portal: the address of the portal, such as https://feedback.example.com
func makeToken(id, email, name string, company *Company, portal, secret string) (string, error) {
	now := time.Now().Unix()
	random := make([]byte, 16)
	if _, err := rand.Read(random); err != nil {
		return "", err
	}
	claims := map[string]any{
		"sub": id, "email": email, "name": name, "aud": portal,
		"iat": now, "exp": now + 300, "jti": hex.EncodeToString(random),
	}
	if company != nil {
		claims["company"] = company
	}
	payload, err := json.Marshal(claims)
	if err != nil {
		return "", err
	}
	encode := base64.RawURLEncoding.EncodeToString
	content := encode([]byte(\`{"alg":"HS256","typ":"JWT"}\`)) + "." + encode(payload)
	mac := hmac.New(sha256.New, []byte(secret))
	mac.Write([]byte(content))
	return content + "." + encode(mac.Sum(nil)), nil
}`,
  },
  {
    language: "Java",
    fence: "java",
    code: `import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.time.Instant;
import java.util.Base64;
import java.util.UUID;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

class Tokens {
    // portal: the address of the portal, such as https://feedback.example.com
    static String make(String id, String email, String name, String portal, String secret)
            throws GeneralSecurityException {
        long now = Instant.now().getEpochSecond();
        String claims = """
            {"sub":%s,"email":%s,"name":%s,"aud":%s,"iat":%d,"exp":%d,"jti":"%s"}"""
            .formatted(quote(id), quote(email), quote(name), quote(portal), now, now + 300,
                UUID.randomUUID());
        String content = encode("{\\"alg\\":\\"HS256\\",\\"typ\\":\\"JWT\\"}".getBytes(StandardCharsets.UTF_8))
            + "." + encode(claims.getBytes(StandardCharsets.UTF_8));
        Mac mac = Mac.getInstance("HmacSHA256");
        mac.init(new SecretKeySpec(secret.getBytes(StandardCharsets.UTF_8), "HmacSHA256"));
        return content + "." + encode(mac.doFinal(content.getBytes(StandardCharsets.US_ASCII)));
    }

    static String encode(byte[] data) {
        return Base64.getUrlEncoder().withoutPadding().encodeToString(data);
    }

    // Or use the JSON library of your application. "company" is an object like the others.
    static String quote(String text) {
        StringBuilder quoted = new StringBuilder("\\"");
        for (char letter : text.toCharArray())
            quoted.append(letter >= ' ' && letter != '"' && letter != '\\\\'
                ? String.valueOf(letter) : "\\\\u%04x".formatted((int) letter));
        return quoted.append('"').toString();
    }
}`,
  },
];
