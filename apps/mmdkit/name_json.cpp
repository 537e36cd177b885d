#include "apps/mmdkit/name_json.h"

#include "base/number_text.h"

namespace mmdkit::app {

void set_name(nlohmann::ordered_json& json, const FileName& name) {
  json["name"] = name.decoded.text;
  if (!name.decoded.cut && !name.decoded.malformed) return;
  json["bytes"] = hex(name.bytes);
  if (name.decoded.cut) json["cut"] = true;
  if (name.decoded.malformed) json["malformed"] = true;
}

nlohmann::ordered_json to_json(const Diagnostics& diagnostics) {
  auto json = nlohmann::ordered_json::array();
  for (const Diagnostic& each : diagnostics.items())
    json.push_back(
        {{"id", each.id}, {"count", each.count}, {"first", each.first}, {"message", each.message}});
  return json;
}

}  // namespace mmdkit::app
