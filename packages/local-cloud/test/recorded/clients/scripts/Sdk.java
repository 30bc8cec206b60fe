// A query by the Java SDK: java -cp 'lib/*' Sdk.java, with software.amazon.awssdk:athena, s3 and url-connection-client.
import java.net.URI;
import java.util.ArrayList;
import java.util.List;
import software.amazon.awssdk.core.sync.RequestBody;
import software.amazon.awssdk.http.urlconnection.UrlConnectionHttpClient;
import software.amazon.awssdk.services.athena.AthenaClient;
import software.amazon.awssdk.services.athena.model.QueryExecution;
import software.amazon.awssdk.services.s3.S3Client;

public class Sdk {
  public static void main(String[] args) throws Exception {
    var http = UrlConnectionHttpClient.create();
    var athena = AthenaClient.builder().httpClient(http).build();
    var id = athena.startQueryExecution(start -> start
        .queryString("SELECT id, name FROM answers WHERE name = ? ORDER BY id")
        .executionParameters("'été'")
        .queryExecutionContext(context -> context.database("db"))
        .workGroup("lab")).queryExecutionId();
    QueryExecution query = null;
    while (query == null || query.status().completionDateTime() == null) {
      Thread.sleep(20);
      query = athena.getQueryExecution(get -> get.queryExecutionId(id)).queryExecution();
    }
    List<String> names = new ArrayList<>();
    for (var page : athena.getQueryResultsPaginator(get -> get.queryExecutionId(id).maxResults(1)))
      for (var row : page.resultSet().rows()) names.add(row.data().get(1).varCharValue());
    expect(names, List.of("name", "été"));

    var s3 = S3Client.builder().httpClient(http).forcePathStyle(true).build();
    var output = URI.create(query.resultConfiguration().outputLocation());
    var text = s3.getObjectAsBytes(get -> get.bucket(output.getHost()).key(output.getPath().substring(1))).asUtf8String();
    expect(text, "\"id\",\"name\"\n\"1\",\"été\"\n");
    s3.putObject(put -> put.bucket("data").key("java/é.txt"), RequestBody.fromString("java"));
    s3.deleteObject(delete -> delete.bucket("data").key("java/é.txt"));
  }

  static void expect(Object got, Object wanted) {
    if (!got.equals(wanted)) throw new AssertionError(got + " is not " + wanted);
  }
}
